/** Returns the visible text of HTML: no tags or scripts, entities resolved, spaces collapsed. */
import { decodeHTML, decodeHTMLStrict } from 'entities';
import { Tokenizer } from 'htmlparser2';

/** Converts `AT&amp;T` to `AT&T`. Tags are kept. */
export function unescapeEntities(text: string): string {
  return withoutControls(decodeHTML(text));
}

/** Converts `AT&amp;T` to `AT&T`, but keeps `Food&Regional`: in names, entities end with `;`. */
export function unescapeName(text: string): string {
  return withoutControls(decodeHTMLStrict(text));
}

const BLANK_CONTROL = /[\v\f\x85]/g;
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/** Removes control characters except tabs and line ends. Some of them separate words. */
export function withoutControls(text: string): string {
  return text.replace(BLANK_CONTROL, ' ').replace(CONTROL, '');
}

const TAG =
  /<\/?(?:p|br|div|span|a|b|i|em|strong|ul|ol|li|h[1-6]|img|table|t[rdh])(?:[\s/][^<>]*)?>/i;
/** Tags that may be within a word or a sentence. All other tags separate words. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Matches a text that a feed has wrapped as a whole. */
const CDATA = /^\s*<!\[CDATA\[(?<content>.*)\]\]>\s*$/s;
const HIDDEN = new Set(['script', 'style', 'noscript', 'template']);

export function plainText(input: string): string {
  const html = CDATA.exec(input)?.groups?.content ?? input;
  if (!/[<&]/.test(html)) return collapse(html);
  const text = textWithin(html);
  // Some feeds escape the whole text once more. Then it has no tags.
  const isEscaped = !TAG.test(html) && TAG.test(text);
  return collapse(isEscaped ? textWithin(text) : text);
}

/** Uses only the tokenizer, because a parser looks for each closing tag among all open ones. */
function textWithin(html: string): string {
  const pieces: string[] = [];
  /** The tag that hides the text up to its closing tag, for example `script`. */
  let hiddenBy: string | null = null;
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED_TOKENS,
      onopentagname(start, end) {
        const name = nameAt(start, end);
        if (HIDDEN.has(name)) hiddenBy ??= name;
        if (!INLINE.has(name)) pieces.push(' ');
      },
      onclosetag(start, end) {
        const name = nameAt(start, end);
        if (name === hiddenBy) hiddenBy = null;
        if (!INLINE.has(name)) pieces.push(' ');
      },
      ontext(start, end) {
        if (hiddenBy === null) pieces.push(html.slice(start, end));
      },
      ontextentity(codePoint) {
        if (hiddenBy === null) pieces.push(String.fromCodePoint(codePoint));
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return pieces.join('');
}

const ignore = (): void => undefined;
const IGNORED_TOKENS = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
};

function collapse(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}
