// The areas of the product, by the word that names their folders and their part of every address.
import { type Label, label } from '@drawbridge/resource'

export const areaLabels: Readonly<Record<string, Label>> = {
  users: label('用户管理', 'Users'),
  assets: label('资产管理', 'Assets'),
  applications: label('应用管理', 'Applications'),
  perms: label('权限管理', 'Permissions'),
  acls: label('访问控制', 'Access control'),
  terminal: label('会话管理', 'Sessions'),
  ops: label('作业中心', 'Job center'),
  tickets: label('工单管理', 'Tickets'),
  audits: label('日志审计', 'Audits'),
  orgs: label('组织管理', 'Organizations'),
  authentication: label('登录认证', 'Authentication'),
  settings: label('系统设置', 'Settings'),
  xpack: label('企业扩展', 'X-Pack'),
  index: label('仪表盘', 'Dashboard'),
  common: label('通用', 'General'),
  service: label('服务状态', 'Service'),
}
