/** Shows the question as requests to paste into a shell, a program or an agent, with the key. */
import { useState } from 'react';
import { CopyButton } from '../../parts/copy.js';
import { SnippetTabs } from '../../parts/snippet-tabs.js';
import { keyOf } from '../../session/session.js';
import { searchSnippets } from '../../snippets/snippets.js';
import type { Search } from './question.js';

const SNIPPET_LIMIT = 20;

export function RequestToCopy({ search }: { search: Search }) {
  const [isShown, setShown] = useState(false);
  const snippets = searchSnippets(
    { ...search, limit: SNIPPET_LIMIT },
    { origin: location.origin, key: keyOf('account') ?? '' },
  );
  const curl = snippets[0];
  if (!curl) return null;
  return (
    <div className="request">
      <div className="request-tools">
        <CopyButton text={curl.code} label="Copy as curl" onCopied={() => setShown(true)} />
        <button
          type="button"
          className="button quiet"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide the request' : 'Show as curl, JavaScript, Python, MCP'}
        </button>
      </div>
      {isShown && (
        <SnippetTabs
          snippets={snippets}
          label="Languages"
          labelOf={(name) => `The request as ${name}`}
        />
      )}
    </div>
  );
}
