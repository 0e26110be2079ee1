/** Lists in Markdown what a client needs to know of every call, such as price and errors. */
import type { ErrorCode } from '../../shared/domain/errors.js';
import { type JsonSchema, schemaNamed } from '../../shared/domain/schemas/schemas.js';
import { HTTP_STATUS } from '../http/handle-error.js';
import type { Operation } from '../operations/operation.js';
import { codeNames } from '../validation/code-names.js';

/** `headers` are those of a successful response. */
export function operationFacts(
  operation: Operation,
  headers: readonly string[],
  errors: readonly ErrorCode[],
): string {
  const { access, price } = operation;
  const byStatus = errors.toSorted((a, b) => HTTP_STATUS[a] - HTTP_STATUS[b]);
  const credits = price === null ? 'Free of charge.' : `Costs ${price}.`;
  return [
    ...(access === 'operator' ? [] : [`**Credits:** ${credits}`]),
    `**Response headers:** ${codeNames(headers)}.`,
    `**Errors:** ${byStatus.map((each) => `${HTTP_STATUS[each]} \`${each}\``).join(', ')}.`,
    `**Pages:** ${describePages(operation)}`,
    ...(operation.hasCsv ? ['**CSV:** with `Accept: text/csv` the response is a CSV file.'] : []),
    ...alternatives(operation),
  ]
    .map((fact) => `- ${fact}`)
    .join('\n');
}

/** Describes required alternatives of parameters: OpenAPI cannot. For a body, the schema does. */
function alternatives({ query }: Operation): string[] {
  const names = schemaNamed(query)['x-one-of-required'];
  return names ? [`**Required:** at least one of ${codeNames(names)}.`] : [];
}

function describePages({ responses, body, query }: Operation): string {
  const responseFields = Object.assign({}, ...responses.map(propertiesOf));
  const requestFields = propertiesOf(body ?? query);
  if ('next_cursor' in responseFields) {
    const byCursor =
      'send `next_cursor` as `cursor`, with the same filters, for the next page; `null` at the end.';
    const maxOffset = requestFields.offset?.maximum;
    if (maxOffset === undefined) return byCursor;
    return `with \`query\` or \`similar_to\`, send \`offset\`, at most ${maxOffset}, while \`has_more\` is true; otherwise ${byCursor}`;
  }
  return 'has_more' in responseFields
    ? 'one response holds at most `limit`; `has_more` says whether there are more.'
    : 'one response holds everything that was asked for.';
}

const propertiesOf = (name: string): Readonly<Record<string, JsonSchema>> =>
  schemaNamed(name).properties ?? {};
