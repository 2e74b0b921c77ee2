import { describe, expect, test } from 'vitest';
import { treeOf } from '../tree.ts';
import { deniedWords, glossary } from './glossary.ts';

const page = `# Words

| word | means | not |
|---|---|---|
| **sub-account** | an agent's login | agent account, subaccount |
| fan | a person who writes | |
| operator | who runs it | super admin |

| key | not a rule |
|---|---|
| x | y |
`;
const run = (files: Record<string, string>) => glossary.run(treeOf({ 'docs/glossary.md': page, ...files }));

describe('glossary', () => {
  test('reads the words of the column "not"', () => {
    expect(deniedWords(page)).toEqual([
      { word: 'agent account', instead: 'sub-account' },
      { word: 'subaccount', instead: 'sub-account' },
      { word: 'super admin', instead: 'operator' },
    ]);
  });

  test.each(['agentAccount', 'AGENT_ACCOUNT_ID', 'listAgentAccounts', 'subaccountId', 'SuperAdmin'])(
    'the name %s is refused',
    (name) => {
      const found = run({ 'apps/server/src/app.ts': `\nexport const ${name} = 1;` });
      expect(found).toMatchObject([{ line: 2 }]);
      expect(found[0]?.cure).toMatch(/sub-account|operator/);
    },
  );

  test('file names are read too', () => {
    expect(run({ 'apps/server/src/modules/agent-accounts/index.ts': '' })).toHaveLength(1);
    expect(run({ 'apps/console/src/pages/AgentAccounts.tsx': '' })).toHaveLength(1);
  });

  test('folders are checked one by one, and those of pages follow the address', () => {
    expect(run({ 'apps/console/src/features/agent/account.ts': '' })).toEqual([]);
    expect(run({ 'apps/console/src/pages/agent-account/SubAccounts.tsx': '' })).toEqual([]);
  });

  test.each(['subAccountId', 'agent', 'account', 'socialAccount', 'reagentAccounting'])(
    'the name %s passes',
    (name) => {
      expect(run({ 'apps/server/src/app.ts': `export const ${name} = 1;` })).toEqual([]);
    },
  );

  test("the specification's own names pass with a comment that says so", () => {
    expect(
      run({ 'packages/contract/src/a.ts': "// The specification's name.\nexport const agentAccount = 1;" }),
    ).toEqual([]);
    expect(run({ 'packages/contract/src/a.ts': '// Because.\nexport const agentAccount = 1;' })).toHaveLength(
      1,
    );
  });

  test('a missing glossary, and one without the column, are refused', () => {
    expect(glossary.run(treeOf({}))).toMatchObject([{ problem: 'there is no glossary' }]);
    expect(
      glossary.run(treeOf({ 'docs/glossary.md': '| word | means |\n|---|---|\n| fan | x |' })),
    ).toHaveLength(1);
  });
});
