/** Italian: how much is used up and how long it lasts; on every page of services and licences. */
export const allowance = {
  band: { ok: 'Regolare', warning: 'Attenzione', alert: 'In esaurimento' },
  expiry: {
    today: 'scade oggi',
    tomorrow: 'scade domani',
    left_one: 'tra {{count}} giorno',
    left_many: 'tra {{count}} giorni',
    left_other: 'tra {{count}} giorni',
    yesterday: 'fino a ieri',
    ago_one: '{{count}} giorno fa',
    ago_many: '{{count}} giorni fa',
    ago_other: '{{count}} giorni fa',
    plusYear: '+1 anno',
    plusYearLabel: 'Scadenza: un anno in più',
  },
};
