import {
  choice,
  commentLabel,
  createdBy,
  dateCreated,
  dateUpdated,
  defineResource,
  display,
  id,
  type Label,
  label,
  object,
  ref,
  text,
} from '@drawbridge/resource'
import { anyAttribute } from './attributes.ts'

export const applicationCategories = [
  ['db', label('数据库', 'Database')],
  ['remote_app', label('远程应用', 'Remote app')],
  ['cloud', label('云', 'Cloud')],
] as const

export const applicationTypes = [
  ['mysql', label('MySQL', 'MySQL')],
  ['oracle', label('Oracle', 'Oracle')],
  ['postgresql', label('PostgreSQL', 'PostgreSQL')],
  ['mariadb', label('MariaDB', 'MariaDB')],
  ['chrome', label('Chrome', 'Chrome')],
  ['mysql_workbench', label('MySQL Workbench', 'MySQL Workbench')],
  ['vmware_client', label('vSphere Client', 'vSphere Client')],
  ['custom', label('自定义', 'Custom')],
  ['k8s', label('Kubernetes', 'Kubernetes')],
] as const

export type ApplicationCategory = (typeof applicationCategories)[number][0]
export type ApplicationType = (typeof applicationTypes)[number][0]

export const typesOfCategory: Readonly<Record<ApplicationCategory, readonly ApplicationType[]>> = {
  db: ['mysql', 'oracle', 'postgresql', 'mariadb'],
  remote_app: ['chrome', 'mysql_workbench', 'vmware_client', 'custom'],
  cloud: ['k8s'],
}

/** What is wrong with a type that stands in the wrong category. */
export const typeProblem = (category: ApplicationCategory, type: ApplicationType): Label | undefined => {
  if (typesOfCategory[category].includes(type)) return undefined
  const { [type]: its } = Object.fromEntries(applicationTypes) as Record<ApplicationType, Label>
  const { [category]: home } = Object.fromEntries(applicationCategories) as Record<ApplicationCategory, Label>
  return label(
    `类型“${its.zh}”不属于类别“${home.zh}”`,
    `The type "${its.en}" does not belong to the category "${home.en}".`,
  )
}

export const application = defineResource('applications/applications', {
  label: label('应用', 'Application'),
  model: 'application',
  title: '{name}',
  scope: 'organisation',
  may: { read: ['orgAdmin', 'app'], write: ['orgAdmin'] },
  order: ['name'],
  unique: [['name']],
  mini: ['id', 'name'],
  fields: {
    id: id(),
    name: text(label('名称', 'Name'), { required: true, max: 128, filter: true, search: true, order: true }),
    category: choice(label('类别', 'Category'), applicationCategories, { required: true, filter: true }),
    category_display: display('category', label('类别', 'Category')),
    type: choice(label('类型', 'Type'), applicationTypes, { required: true, filter: true }),
    type_display: display('type', label('类型', 'Type')),
    // What it holds depends on the type: see attributes.ts.
    attrs: object(label('属性', 'Attributes'), anyAttribute, { default: {} }),
    domain: ref('assets/domains', label('网域', 'Domain'), { nullable: true, filter: true, whenTargetGoes: 'empty' }),
    created_by: createdBy(),
    date_created: dateCreated(),
    date_updated: dateUpdated(),
    comment: text(commentLabel, { max: 128 }),
  },
})
