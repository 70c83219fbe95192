// Questions about application permissions, and about the rules between a user and an application.
import { application, applicationPermission } from '@drawbridge/model'
import type { Route } from '../../platform/http/route.ts'
import { visitorsOfApplication, waysToApplication } from '../../rights/applications.ts'
import { previewApplication } from '../../rights/preview-application.ts'
import { whyApplication } from '../../rights/why.ts'
import { applicationPermissions } from './application-permission.ts'
import { type Questions, questionRoutes } from './rule-questions.ts'

const { users, user_groups, applications, system_users, is_active, date_start, date_expired } =
  applicationPermission.fields

const questions: Questions = {
  rules: applicationPermissions,
  target: application,
  key: 'application_id',
  why: whyApplication,
  ways: async (user, app, now, db) =>
    (await waysToApplication({ user }, app, { now }, db)).map(({ id, name, username, protocol }) => ({
      id,
      name,
      username,
      protocol,
    })),
  visitors: visitorsOfApplication,
  sketched: { users, user_groups, applications, system_users, is_active, date_start, date_expired },
  allows: () => true,
  preview: ({ applications = [] }, named, rule, now, db) =>
    previewApplication({ ...named, applications }, rule, now, db),
}

export const applicationRuleRoutes: Route[] = questionRoutes(questions)
