/** Generates inbound messages for the load generator. */
export type Arrival = {
  /** Index of the social account, in order of seeding. */
  account: number;
  /** The chat, and the person who writes in it. */
  chat: string;
  /** Left out: private. Groups never count: their members get no verdict. */
  chatKind?: 'private' | 'group';
  /** The platform's id of the message. */
  id: string;
  text: string;
  /** The time at which it was due, in monotonic ms. */
  due: number;
};

export type Crowd = {
  /** The range of indexes of the social accounts that receive messages. */
  accounts: { first: number; count: number };
  /** Number of people who have written before, distributed over the accounts. */
  regulars: number;
  /** The share of messages from new people. */
  newcomers: number;
  /** Left out: private. */
  chatKind?: 'private' | 'group';
};

/** Returns a regular's chat: a group and a private chat can't share a name. */
const regular = ({ chatKind = 'private' }: Crowd, person: number) =>
  chatKind === 'group' ? `group-${person}` : `regular-${person}`;

/** Generates a crowd's messages. `tag` keeps the ids of different sources apart. */
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

/** Returns one message per regular, so that they become known. */
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

/** Returns a chat line that contains its due time, for the receiver. */
export function stamped(due: number): string {
  return `${due.toFixed(3)} ${line}`;
}

/** Returns the due time in a stamped line; null if it has none. */
export function dueOf(text: string): number | null {
  const due = Number.parseFloat(text);
  return Number.isFinite(due) && due > 0 ? due : null;
}
