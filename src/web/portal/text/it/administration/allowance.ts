/** Italian: how long services and licences last. */
export const allowance = {
  expiry: {
    today: 'scade oggi',
    tomorrow: 'scade domani',
    left_one: 'tra {{count}} giorno',
    left_other: 'tra {{count}} giorni',
    yesterday: 'scaduta ieri',
    ago_one: 'scaduta da {{count}} giorno',
    ago_other: 'scaduta da {{count}} giorni',
    plusYear: '+1 anno',
    plusYearLabel: 'Scadenza: un anno in più',
  },
};
