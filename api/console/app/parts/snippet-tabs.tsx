/** Shows code in several languages or forms, with one tab each. */
import { Tabs } from '@base-ui/react/tabs';
import type { Snippet } from '../snippets/snippets.js';
import { CodeBlock } from './copy.js';

interface SnippetTabsProps {
  snippets: readonly Snippet[];
  /** The accessible name of the list of tabs. */
  label?: string;
  /** Returns the accessible name of the code in a tab. */
  labelOf?: (name: string) => string;
}

export function SnippetTabs({ snippets, label, labelOf = (name) => name }: SnippetTabsProps) {
  return (
    <Tabs.Root defaultValue={snippets[0]?.name ?? ''}>
      <Tabs.List className="tabs" aria-label={label}>
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name} className="tab">
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ name, code }) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock code={code} label={labelOf(name)} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
