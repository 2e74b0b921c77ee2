/** Paths of the operator's screens, none of which is in the console's menu. */
export const operatorPaths = {
  root: '/operator',
  login: '/operator/login',
  auditLog: '/operator/auditLog',
  owners: '/operator/owners',
  account: '/operator/account',
  notifications: '/operator/notifications',
  contacts: '/operator/contacts',
  certifications: '/operator/certifications',
  settings: '/operator/settings',
  mail: '/operator/mail',
  characters: '/operator/characters',
  ports: '/operator/ports',
  tenants: '/operator/tenants',
} as const;
