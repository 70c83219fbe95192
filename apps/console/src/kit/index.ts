// The door of the kit: screens from metadata, and what areas build theirs of.
export { askDelete, RowActions, type RowActionsProps } from './actions/row-actions.tsx'
export { type QuickAction, QuickActions } from './detail/quick-actions.tsx'
export { RelationCard, type RelationCardProps } from './detail/relation-card.tsx'
export { ResourceDetail, type ResourceDetailProps } from './detail/resource-detail.tsx'
export { ResourceForm, type ResourceFormProps } from './form/resource-form.tsx'
export { formatAgo, formatBytes, formatDate, formatDuration, formatExactDate, parseDate } from './format.ts'
export { CronInput, cronField, cronProblem } from './inputs/cron-input.tsx'
export { JsonInput } from './inputs/json-input.tsx'
export { KeyUpload } from './inputs/key-upload.tsx'
export { portProblem } from './inputs/port.ts'
export type { Option } from './inputs/remote.ts'
export { RemoteSelect, type RemoteSelectProps } from './inputs/remote-select.tsx'
export { RoleCheckboxes } from './inputs/role-checkboxes.tsx'
export { RowsInput, type RowsInputProps, TextRows } from './inputs/rows-input.tsx'
export {
  TreeSelect,
  TreeSelectDialog,
  type TreeSelectDialogProps,
  type TreeSelectSpec,
  treeSelect,
} from './inputs/tree-select.tsx'
export { useUnsaved } from './leaving.ts'
export { Moment, Truth } from './list/cells.tsx'
export { type Picked, ResourceList, type ResourceListProps } from './list/resource-list.tsx'
export { LoadFailure, type LoadFailureProps } from './load-failure.tsx'
export { askMfa } from './mfa.tsx'
export { NewPassword, newPassword } from './new-password.tsx'
export { PageFrame, type PageFrameProps } from './page-frame.tsx'
export { definePages } from './pages.tsx'
export { findPath, pathTo, registerRoutes, routeNamed, usePath, useRoutes } from './paths.ts'
export { TabPage, type TabPageProps, type TabSpec, TabsOfPage } from './tab-page.tsx'
export { openTaskLog } from './task-log.ts'
export { tellFailure } from './tell.ts'
export { type Beside, BesideTree, type BesideTreeProps } from './tree/beside-tree.tsx'
export { NodeTree, type NodeTreeProps } from './tree/node-tree.tsx'
export type { NodeAction, NodeContext, TreeSpec } from './tree/spec.ts'
export type { KitNode } from './tree/tree-data.ts'
