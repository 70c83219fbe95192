// Addresses that both kinds of rules share, and how what they name is called.
export const ASSET_RULES = '/api/v1/perms/asset-permissions/'
export const APP_RULES = '/api/v1/perms/application-permissions/'
export const USERS = '/api/v1/users/users/?fields_size=mini&order=name'
export const GROUPS = '/api/v1/users/groups/?fields_size=mini&order=name'
export const NODES = '/api/v1/assets/nodes/'
export const ASSETS = '/api/v1/assets/assets/?fields_size=mini'
export const SYSTEM_USERS = '/api/v1/assets/system-users/'
export const HOST_ACCOUNTS = `${SYSTEM_USERS}?protocol__in=rdp,ssh,vnc,telnet`
export const APPLICATIONS = '/api/v1/applications/applications/'

type Row = Readonly<Record<string, any>>

export const nameAndLogin = ({ name, username }: Row): string => (username ? `${name}(${username})` : name)
export const wholeName = ({ full_value, value, name }: Row): string => full_value ?? value ?? name
export const nameAndType = ({ name, type_display }: Row): string => (type_display ? `${name} (${type_display})` : name)
