/** The visitor's endpoints for changes of messages. */
import type { visitorEdit, visitorReact, visitorTakeBack } from '@parley/contract/visitor';
import type { Call } from '../chat/api.ts';
import type { SendChange } from './changes.ts';

export function createChangesApi(call: Call): SendChange {
  return (token, change) => {
    const path = `/api/visitor/messages/${change.messageId}`;
    if (change.kind === 'edit')
      return call<typeof visitorEdit>('POST', `${path}/edit`, token, { text: change.text });
    if (change.kind === 'delete') return call<typeof visitorTakeBack>('POST', `${path}/takeBack`, token);
    return call<typeof visitorReact>('POST', `${path}/react`, token, { emoji: change.emoji });
  };
}
