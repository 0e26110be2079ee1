/** Shows a company or person with an intent score, and the signals that the score is made of. */
import type { IntentCompanyResult, IntentContactResult } from '../../client/shapes.js';
import { formatAgo, formatPercent, plural, wordsOf } from '../../parts/format.js';
import { Badge, right, TableArea } from '../../parts/page.js';
import { CompanyLink, PersonLink } from '../../signals/links.js';
import { Score } from '../../signals/signal-card.js';

export function IntentResult({ result }: { result: IntentCompanyResult | IntentContactResult }) {
  const contact = 'contact' in result ? result.contact : null;
  const signalOf = (id: string) => result.signals.find(({ signal_id }) => signal_id === id);
  return (
    <article className="signal">
      <header>
        <div className="signal-company">
          <h2>
            <CompanyLink company={result.company} />
          </h2>
          {contact && <PersonLink contact={contact} />}
        </div>
        <div className="signal-when">
          <Score score={result.intent_score} label="Intent" />
          <span className="muted">
            {plural(result.signal_count, 'signal')}, latest {formatAgo(result.latest_signal_at)}
          </span>
        </div>
      </header>
      <footer>
        {Object.entries(result.signal_summary).map(([type, count]) => (
          <Badge key={type}>
            {wordsOf(type)} {count}
          </Badge>
        ))}
      </footer>
      <details>
        <summary>Why this score</summary>
        <TableArea
          label="Signals that made the score"
          columns={['Signal', right('Share'), right('Relevance'), right('Recency')]}
        >
          <tbody>
            {result.explanation.map((part) => {
              const signal = signalOf(part.signal_id);
              return (
                <tr key={part.signal_id}>
                  <th scope="row">
                    {signal?.data.summary ?? part.signal_id}
                    <p className="note">
                      {signal &&
                        `${wordsOf(signal.signal_subtype)}, ${formatAgo(signal.detected_at)}`}
                    </p>
                  </th>
                  <td className="num right">{formatPercent(part.contribution)}</td>
                  <td className="num right">{part.relevance.toFixed(2)}</td>
                  <td className="num right">{part.recency.toFixed(2)}</td>
                </tr>
              );
            })}
          </tbody>
        </TableArea>
      </details>
    </article>
  );
}
