/** Reads `layoff` events: gives a `news` signal, `layoff` or, if a site closes, `plantClosure`. */
import type { Layoff } from '../../shared/domain/schemas/types.generated.js';
import type { KindResult } from './kind.js';
import { aboutCompany, labelIn, requireCompany, shownName, textOf } from './references.js';
import { cutText, sentence } from './words.js';

/** Length to which the names of unions are cut; some notices list a dozen of them. */
const MAX_UNION_CHARACTERS = 150;

export function readLayoff(event: Layoff): KindResult {
  const company = requireCompany(event.company, 'company');
  const count = event.count && event.count > 0 ? event.count : null;
  const share = event.share && event.share > 0 ? event.share : null;
  const place = labelIn(event.place);
  const reason = labelIn(event.reason);
  const union = labelIn(event.union);
  const isClosure = event.closure === true;
  const name = shownName(company);
  const people = count
    ? `${count.toLocaleString('en-US')} ${count === 1 ? 'employee' : 'employees'}`
    : 'employees';
  const percent = Math.round((share ?? 0) * 100);
  const part = percent > 0 ? ` (${percent} % of its workforce)` : '';
  const where = place ? ` in ${place}` : '';
  const why = reason ? `: ${reason}` : '';
  const verb = event.temporary === true ? 'is temporarily' : 'is';
  const headline = sentence(
    isClosure
      ? `${name} ${verb} closing its site${where}${count ? `, affecting ${people}` : ''}${part}${why}`
      : `${name} ${verb} laying off ${people}${part}${where}${why}`,
  );
  const ofUnion = union
    ? [sentence(`Employees are represented by the union ${cutText(union, MAX_UNION_CHARACTERS)}`)]
    : [];
  const summary = [headline, ...aboutCompany(company, event.company), ...ofUnion].join(' ');
  return {
    signals: [
      {
        signalType: 'news',
        signalSubtype: isClosure ? 'plantClosure' : 'layoff',
        dates: [
          { field: 'notice_on', text: event.notice_on },
          { field: 'effective_on', text: event.effective_on, notAfterObservation: true },
        ],
        company,
        data: {
          summary,
          count,
          share,
          place,
          reason,
          union,
          notice_on: textOf(event.notice_on),
          effective_on: textOf(event.effective_on),
          url: textOf(event.url),
        },
      },
    ],
  };
}
