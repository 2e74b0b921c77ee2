import type { Message } from '@parley/contract/conversations';
import { subAccountNames } from '@parley/contract/sub-accounts';
import { AuthorLabel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

/** Shows the author of a message: the person, if named, and the sub-account. */
export function MessageAuthor({ author }: Pick<Message, 'author'>) {
  return author === null ? null : <KnownAuthor author={author} />;
}

function KnownAuthor({ author: { subAccountId, name } }: { author: NonNullable<Message['author']> }) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...queryKeys.subAccounts, 'names', subAccountId],
    queryFn: ({ signal }) => client.call(subAccountNames, { query: { ids: subAccountId } }, { signal }),
  });
  return <AuthorLabel name={name} subAccount={data?.list[0]} />;
}
