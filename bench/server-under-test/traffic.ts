/** One inbound message as the load generator describes it, and what it is made of. */
export type Arrival = {
  /** Index of the social account, in the order in which they were seeded. */
  account: number;
  /** The chat and the person who writes in it. */
  chat: string;
  /** Left out: private. Groups never count: who writes in one gets no verdict. */
  chatKind?: 'private' | 'group';
  /** The platform's id of the message. */
  id: string;
  text: string;
  /** Monotonic milliseconds at which it should have come. */
  due: number;
};

export type Crowd = {
  /** Indexes of the social accounts that are written to: from `first`, so many. */
  accounts: { first: number; count: number };
  /** People who have written before, spread over the accounts. */
  regulars: number;
  /** The share of messages from new people. */
  newcomers: number;
  /** Left out: private. */
  chatKind?: 'private' | 'group';
};

/** Names a regular's chat: groups and private chats can't share a name. */
const regular = ({ chatKind = 'private' }: Crowd, person: number) =>
  chatKind === 'group' ? `group-${person}` : `regular-${person}`;

/** Makes messages of a crowd. `tag` keeps the ids of two sources apart. */
export function createTraffic(crowd: Crowd, random: () => number, tag: string) {
  let serial = 0;
  return (due: number): Arrival => {
    serial += 1;
    const isNew = random() < crowd.newcomers;
    const person = isNew ? serial : Math.floor(random() * crowd.regulars);
    return {
      account: crowd.accounts.first + (person % crowd.accounts.count),
      chatKind: crowd.chatKind ?? 'private',
      chat: isNew ? `new-${tag}-${person}` : regular(crowd, person),
      id: `${tag}-${serial}`,
      text: stamped(due),
      due,
    };
  };
}

/** One message of each regular, so that they are known. */
export function firstWords(crowd: Crowd): Arrival[] {
  return Array.from({ length: crowd.regulars }, (_, person) => ({
    account: crowd.accounts.first + (person % crowd.accounts.count),
    chatKind: crowd.chatKind ?? 'private',
    chat: regular(crowd, person),
    id: `first-${crowd.accounts.first}-${regular(crowd, person)}`,
    text: stamped(0),
    due: 0,
  }));
}

const line = '¿Todavía tienen la chaqueta azul en talla mediana? La necesito para el viernes.';

/** Returns a chat line that contains the moment at which it was due, for its receiver. */
export function stamped(due: number): string {
  return `${due.toFixed(3)} ${line}`;
}

/** The moment in a stamped line; null: it carries none. */
export function dueOf(text: string): number | null {
  const due = Number.parseFloat(text);
  return Number.isFinite(due) && due > 0 ? due : null;
}
