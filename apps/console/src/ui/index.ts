// The door of the components. They know no entity, no server and no router.
import './styles/tokens.css'
import './styles/base.css'
import './styles/button.css'
import './styles/floating.css'
import './styles/dialog.css'
import './styles/form.css'
import './styles/combobox.css'
import './styles/table.css'
import './styles/tree.css'
import './styles/content.css'
import './styles/chart.css'
import './tip.ts'

export { Banner, type BannerProps } from './banner.tsx'
export { Button, type ButtonProps, IconButton, type IconButtonProps } from './button.tsx'
export { Card, type CardProps, type Fact, Facts } from './card.tsx'
export {
  Checkbox,
  CheckboxGroup,
  type CheckboxGroupProps,
  type CheckboxProps,
  type Choice,
  RadioGroup,
  type RadioGroupProps,
  Select,
  type SelectProps,
  Switch,
  type SwitchProps,
} from './choice-input.tsx'
export { classes } from './classes.ts'
export { Combobox, type ComboboxProps, type Option } from './combobox.tsx'
export { confirm, DialogHost, type Question } from './confirm.tsx'
export { CopyButton, copyText } from './copy-button.tsx'
export { DateRange, type DateRangeProps } from './date-range.tsx'
export { DateTimeInput, type DateTimeInputProps } from './date-time-input.tsx'
export { DAY_MS, DEFAULT_TIMES, lastDays, parseDate, type Range } from './dates.ts'
export { Dialog, type DialogProps } from './dialog.tsx'
export { DialogActions, type DialogActionsProps } from './dialog-actions.tsx'
export { Drawer, type DrawerProps } from './drawer.tsx'
export { Dropdown, type DropdownProps } from './dropdown.tsx'
export { Bar, Empty, type EmptyProps, Skeleton, type SkeletonProps } from './empty.tsx'
export { type ControlProps, Field, type FieldProps, useControl, useGroupLabel } from './field.tsx'
export { FileInput, type FileInputProps } from './file-input.tsx'
export { Icon, type IconName } from './icon.tsx'
export { LineChart, type LineChartProps } from './line-chart.tsx'
export { MOBILE_QUERY, useMedia } from './media.ts'
export { Menu, type MenuAction, type MenuItem } from './menu.tsx'
export { Pager, type PagerProps } from './pager.tsx'
export { RingChart, type RingChartProps } from './ring-chart.tsx'
export { useRowWindow } from './row-window.ts'
export { type Column, Table, type TableProps } from './table.tsx'
export type { Sort } from './table-head.tsx'
export { type TabItem, Tabs, type TabsProps, tabId } from './tabs.tsx'
export { Badge, Kbd, Tag, type TagProps, type Tone } from './tag.tsx'
export {
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  TextArea,
  type TextAreaProps,
  TextInput,
  type TextInputProps,
} from './text-input.tsx'
export { setTheme, type Theme, themeOf, useTheme } from './theme.ts'
export { notify, ToastHost } from './toast.tsx'
export { Tooltip } from './tooltip.tsx'
export { Tree, type TreeProps } from './tree.tsx'
export type { TreeNode } from './tree-rows.ts'
