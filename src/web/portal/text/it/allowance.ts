/** Italian: how long services and licences last. */
export const allowance = {
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
