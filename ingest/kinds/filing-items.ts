/** Items of 8-K filings: what each item reports, and today's numbers for those used before 2004. */

/** What each item reports; "<company> <phrase>." reads as a sentence. */
const PHRASES: Readonly<Record<string, string>> = {
  '1.01': 'entered into a material definitive agreement',
  '1.02': 'terminated a material definitive agreement',
  '1.03': 'filed for bankruptcy or entered receivership',
  '1.04': 'reported mine safety: shutdowns or patterns of violations',
  '1.05': 'reported a material cybersecurity incident',
  '2.01': 'completed an acquisition or disposition of assets',
  '2.02': 'announced its results of operations and financial condition',
  '2.03': 'took on a direct financial obligation or new debt',
  '2.04': 'reported an event that accelerates a financial obligation',
  '2.05': 'committed to exit or restructuring costs',
  '2.06': 'concluded that a material impairment charge is needed',
  '3.01': 'received a delisting notice or failed a listing rule',
  '3.02': 'sold equity securities without registration',
  '3.03': 'materially modified the rights of its security holders',
  '4.01': 'changed its certifying accountant',
  '4.02': 'warned that earlier financial statements can no longer be relied on',
  '5.01': 'reported a change in control',
  '5.02': 'reported the departure, election or appointment of directors or officers',
  '5.03': 'amended its articles of incorporation or bylaws',
  '5.04': 'suspended trading under its employee benefit plans, a blackout period',
  '5.05': 'amended its code of ethics or waived a provision of it',
  '5.06': 'ceased to be a shell company',
  '5.07': 'reported the results of a shareholder vote',
  '5.08': 'told shareholders how to nominate directors',
  '7.01': 'made a Regulation FD disclosure to investors',
  '8.01': 'reported another event that it deems important',
};

const BEFORE_2004: Readonly<Record<string, string>> = {
  '1': '5.01',
  '2': '2.01',
  '3': '1.03',
  '4': '4.01',
  '5': '8.01',
  '6': '5.02',
  '7': '9.01',
  '9': '7.01',
  '12': '2.02',
};

/** The item for exhibits, which are not news of their own. */
const EXHIBITS = '9.01';

/** Returns today's numbers of the items, in order, without repeats and without exhibits. */
export function readItems(items: string | readonly string[] | null | undefined): string[] {
  const listed = typeof items === 'string' ? items.split(/[,;]/) : (items ?? []);
  const numbers = listed
    .map((item) => item.trim().replace(/^item\s*/i, ''))
    .filter((item) => item !== '')
    .map((item) => (/^\d+$/.test(item) ? (BEFORE_2004[item] ?? item) : item));
  return [...new Set(numbers)].filter((item) => item !== EXHIBITS);
}

export function itemPhrase(item: string): string {
  return PHRASES[item] ?? 'reported another event in a current report';
}
