/** Shows code in several languages or forms, with one tab each. */
import { Tabs } from '@base-ui/react/tabs';
import { CodeBlock } from './copy.js';

interface SnippetTabsProps {
  snippets: readonly { id: string; name: string; code: string }[];
  /** The accessible name of the list of tabs. */
  label?: string;
  /** Returns the accessible name of the code in a tab. */
  labelOf?: (name: string) => string;
}

export function SnippetTabs({ snippets, label, labelOf = (name) => name }: SnippetTabsProps) {
  return (
    <Tabs.Root defaultValue={snippets[0]?.id ?? ''}>
      <Tabs.List className="tabs" aria-label={label}>
        {snippets.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id} className="tab">
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ id, name, code }) => (
        <Tabs.Panel key={id} value={id}>
          <CodeBlock code={code} label={labelOf(name)} />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
