/** Names of the predefined CMaps (ISO 32000-2, table 116): all readers support these; each also supports some others. */
export const PREDEFINED_CMAPS: ReadonlySet<string> = new Set(
  [
    ...['Identity', 'GB-EUC', 'GBpc-EUC', 'GBK-EUC', 'GBKp-EUC', 'GBK2K', 'UniGB-UCS2', 'UniGB-UTF16'],
    ...['B5pc', 'HKscs-B5', 'ETen-B5', 'ETenms-B5', 'CNS-EUC', 'UniCNS-UCS2', 'UniCNS-UTF16'],
    ...['90ms-RKSJ', '90msp-RKSJ', 'EUC', 'UniJIS-UCS2', 'UniJIS-UCS2-HW', 'UniJIS-UTF16'],
    ...['83pv-RKSJ', '90pv-RKSJ', 'Add-RKSJ', 'Ext-RKSJ', 'KSC-EUC', 'KSCms-UHC', 'KSCms-UHC-HW', 'KSCpc-EUC'],
    ...['UniKS-UCS2', 'UniKS-UTF16'],
  ]
    .flatMap((name) => [`${name}-H`, `${name}-V`])
    .concat('H', 'V'),
);
