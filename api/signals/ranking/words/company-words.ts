/** Words for companies, as parts of regular expressions. Pure. */

/** Words for companies in general and for those of an industry: "makers", "the food sector". */
export const COMPANY_WORDS = [
  ...['compan(?:y|ies)', 'firms?', 'business(?:es)?', 'groups?', 'corporations?', 'enterprises?'],
  ...['startups?', 'scaleups?', 'brands?', 'chains?', 'giants?', 'players?'],
  ...['makers?', 'manufacturers?', 'producers?', 'providers?', 'suppliers?', 'vendors?'],
  ...['operators?', 'developers?', 'distributors?', 'sectors?', 'industr(?:y|ies)'],
].join('|');
