/** Returns at most `most` UTF-16 units of a text, never with half a surrogate pair at the end. */
export function cutCharacters(text: string, most: number): string {
  return text.slice(0, most).replace(HALF_AT_END, '');
}

const HALF_AT_END = /[\ud800-\udbff]$/;
