/** The first `most` units of a text at most, which never end within a surrogate pair. */
export function cutCharacters(text: string, most: number): string {
  return text.slice(0, most).replace(HALF_AT_END, '');
}

const HALF_AT_END = /[\ud800-\udbff]$/;
