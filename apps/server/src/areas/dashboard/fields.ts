// What the figures are called: for the API document.
import { computed, type Fields, integer, label, list, text } from '@drawbridge/resource'

const amount = (zh: string, en: string) => integer(label(zh, en), { readOnly: true })
const series = (zh: string, en: string) => list(label(zh, en), integer(label('数量', 'Number')))
const rows = (zh: string, en: string) => computed('list', label(zh, en))

export const gives: Fields = {
  total_count_users: amount('用户总数', 'Users total'),
  total_count_assets: amount('资产总数', 'Asset total'),
  total_count_online_users: amount('在线用户', 'Online users'),
  total_count_online_sessions: amount('在线会话', 'Online sessions'),
  dates_metrics_date: list(label('日期', 'Days'), text(label('日期', 'Day'))),
  dates_metrics_total_count_login: series('登录次数', 'Login count'),
  dates_metrics_total_count_active_users: series('活跃用户', 'Active users'),
  dates_metrics_total_count_active_assets: series('活跃资产', 'Active assets'),
  dates_total_count_active_users: amount('近期登录过的用户', 'Users active'),
  dates_total_count_inactive_users: amount('近期未登录过的用户', 'Users not active'),
  dates_total_count_disabled_users: amount('禁用的用户', 'Users disabled'),
  dates_total_count_active_assets: amount('近期被登录过的资产', 'Assets active'),
  dates_total_count_inactive_assets: amount('近期未被登录的资产', 'Assets not visited'),
  dates_total_count_disabled_assets: amount('禁用的资产', 'Assets disabled'),
  dates_total_count_login_users: amount('登录用户数', 'Users who logged in'),
  dates_total_count_login_times: amount('登录次数', 'Login count'),
  dates_login_times_top5_users: rows('登录次数最多的 5 个用户', 'Top 5 users'),
  dates_login_times_top10_assets: rows('登录次数最多的 10 个资产', 'Top 10 assets'),
  dates_login_times_top10_users: rows('登录次数最多的 10 个用户', 'Top 10 users'),
  dates_login_record_top10_sessions: rows('最近 10 次登录', 'Latest 10 sessions'),
}
