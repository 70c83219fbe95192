// A reporter that writes down every result as it comes: a run that is cut short has still told what it saw.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

export class Tally {
  constructor(file) {
    this.file = file
  }

  onTestRunStart(specifications) {
    for (const { moduleId } of specifications) this.write({ file: nameOf(moduleId), state: 'planned' })
  }

  onTestCaseResult(test) {
    const { state, errors } = test.result()
    this.write({ file: nameOf(test.module.moduleId), test: test.fullName, state, message: lineOf(errors?.[0]) })
  }

  onTestSuiteResult(suite) {
    for (const error of suite.errors())
      this.write({ file: nameOf(suite.module.moduleId), test: suite.fullName, state: 'broken', message: lineOf(error) })
  }

  onTestModuleEnd(module) {
    const file = nameOf(module.moduleId)
    // A file that cannot even be loaded has no failed test of its own.
    for (const error of module.errors()) this.write({ file, state: 'broken', message: lineOf(error) })
    if (module.state() !== 'skipped') this.write({ file, state: 'ended' })
  }

  onTestRunEnd(_, errors) {
    for (const error of errors) this.write({ file: 'outside of any test', state: 'broken', message: lineOf(error) })
    this.write({ state: 'complete' })
  }

  write(line) {
    appendFileSync(this.file, `${JSON.stringify(line)}\n`)
  }
}

const nameOf = (path) => relative(process.cwd(), path)
const lineOf = (error) => error && String(error.message ?? error).split('\n')[0]
