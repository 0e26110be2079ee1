/**
 * A fake of `nearestNames` of the identity graph: company names within one or two typing errors of
 * a text.
 */
import { errorsIn } from '../../api/signals/ranking/spelling/typing-errors.js';
import type { IdentityGraph } from '../../shared/domain/ports/identity-graph.js';

/** Searches `names`, which maps normalised names to numbers of signals. */
export function namesAmong(names: Readonly<Record<string, number>>): IdentityGraph['nearestNames'] {
  return async (texts) =>
    new Map(
      texts.map((text) => {
        const most = text.length < 9 ? 1 : 2;
        const near = Object.entries(names)
          .flatMap(([name, signalCount]) => formsOf(name).map((words) => ({ words, signalCount })))
          .map((form) => ({ ...form, errors: errorsIn(text, form.words.replaceAll(' ', '')) }))
          .filter(({ words, errors }) => errors <= most && words[0] === text[0])
          .sort((a, b) => a.errors - b.errors || b.signalCount - a.signalCount);
        return [text, near];
      }),
    );
}

function formsOf(name: string): string[] {
  const words = name.split(' ');
  return [...new Set([words.slice(0, 1), words.slice(0, 2), words].map((each) => each.join(' ')))];
}
