import * as contract from '@parley/contract';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { ContactRow } from '../../schema/support.ts';
import { addContact, changeContact, deleteContact, officialContact, shownContact } from './service.ts';
import { readContacts, readShown } from './store.ts';

export function registerRoutes(mount: Mount, { database }: { database: Database }): void {
  mount(contract.checkContact, async ({ query }) => {
    const contact = await officialContact(database, query.account, query.kind ?? null);
    return { official: contact !== null, contact: contact && present(contact) };
  });

  mount(contract.getContact, async ({ query }) => present(await shownContact(database, query.id)));

  mount(contract.contactList, async () => ({ list: (await readShown(database)).map(present) }));

  mount(contract.operatorContactList, async () => ({
    list: (await readContacts(database)).map(presentKept),
  }));

  mount(contract.addContact, async ({ body, origin }) =>
    presentKept(await addContact(database, body, origin)),
  );

  mount(contract.changeContact, async ({ params, body, origin }) =>
    presentKept(await changeContact(database, params.id, body, origin)),
  );

  mount(contract.deleteContact, async ({ params, origin }) => {
    await deleteContact(database, params.id, origin);
    return null;
  });
}

function present({ id, kind, name, account, path }: ContactRow): contract.Contact {
  return { id, kind, name, account, path };
}

function presentKept(row: ContactRow): contract.KeptContact {
  return { ...present(row), shown: row.shown, position: row.position, version: row.version };
}
