/** Italian: how long services and licences last. */
export const allowance = {
  expiry: {
    today: 'scade oggi',
    tomorrow: 'scade domani',
    left_one: 'tra {{count}} giorno',
    left_many: 'tra {{count}} giorni',
    left_other: 'tra {{count}} giorni',
    yesterday: 'scadeva ieri',
    ago_one: 'scadeva {{count}} giorno fa',
    ago_many: 'scadeva {{count}} giorni fa',
    ago_other: 'scadeva {{count}} giorni fa',
    plusYear: '+1 anno',
    plusYearLabel: 'Scadenza: un anno in più',
  },
};
