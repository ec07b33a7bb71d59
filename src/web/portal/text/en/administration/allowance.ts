/** English: how long services and licences last. */
export const allowance = {
  expiry: {
    today: 'ends today',
    tomorrow: 'ends tomorrow',
    left_one: '{{count}} day left',
    left_other: '{{count}} days left',
    yesterday: 'ended yesterday',
    ago_one: 'ended {{count}} day ago',
    ago_other: 'ended {{count}} days ago',
    plusYear: '+1 year',
    plusYearLabel: 'Expiry date: one year more',
  },
};
