// Words for stocks of the same kind as another.

/** `stocks like MERIT` are those of its sector. */
export const PEERS =
  /\b(?:similar|peers?|competitors?|competes?|rivals?|same (?:sector|industry|kind)|(?:with|against|versus|vs|than|to) (?:its|the|their) (?:sector|industry)|alternatives? to|(?:stocks?|shares?|companies) like)\b/;
