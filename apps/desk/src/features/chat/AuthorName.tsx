import type { Message } from '@parley/contract/conversations';
import { subAccountNames } from '@parley/contract/sub-accounts';
import { AuthorLabel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useDesk } from '../../lib/desk-context.tsx';
import { useChat } from './ChatServices.tsx';

/**
 * Names the author of a message: the person, if they gave a name, and the sub-account if it isn't this desk's own, as
 * with messages from before a social account was moved.
 */
export function AuthorName({ author }: Pick<Message, 'author'>) {
  const { subAccountId } = useChat();
  if (author === null) return null;
  if (author.subAccountId === subAccountId) return <AuthorLabel name={author.name} />;
  return <OtherAuthor author={author} />;
}

function OtherAuthor({ author: { subAccountId, name } }: { author: NonNullable<Message['author']> }) {
  const { client } = useDesk();
  const { data } = useQuery({
    queryKey: ['sub-account-name', subAccountId],
    queryFn: ({ signal }) => client.call(subAccountNames, { query: { ids: subAccountId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <AuthorLabel name={name} subAccount={data?.list[0]} />;
}
