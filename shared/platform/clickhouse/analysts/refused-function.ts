/** Makes the error for a function that a statement may not call, with the name that may be meant. */
import { FUNCTION_NAMES } from './allowed-functions.js';
import type { FunctionRules } from './analyst-names.js';
import { engineError } from './bound-statement.js';
import { notAllowedError } from './statement-tree.js';

/** No function has a longer name. The variants of a name take its length squared. */
const MAX_NAME_LENGTH = 60;

export function refusedFunctionError(name: string, functions: FunctionRules): Error {
  if (functions.mayExist(name)) {
    return notAllowedError(`function ${name} is not available to analysts`);
  }
  const similar = similarFunction(name);
  const question = similar ? ` (did you mean ${similar}?)` : '';
  return engineError(46, `unknown function ${name}${question}`, 'UNKNOWN_FUNCTION');
}

/** Returns the first function whose name equals `name` after at most one character of each is left out. */
function similarFunction(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const folded = name.toLowerCase();
  const sameName = FUNCTION_NAMES.find((each) => each.toLowerCase() === folded);
  const wanted = new Set(variants(folded));
  return (
    sameName ??
    FUNCTION_NAMES.find((each) => variants(each.toLowerCase()).some((text) => wanted.has(text)))
  );
}

/** Returns the name, and the name without each of its characters. */
function variants(name: string): string[] {
  return [name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))];
}
