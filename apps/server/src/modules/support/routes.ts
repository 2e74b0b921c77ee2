import * as supportApi from '@parley/contract/support';
import type { Database } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { ContactRow } from '../../schema/support.ts';
import { addContact, changeContact, deleteContact, officialContact, readShownContact } from './service.ts';
import { readContacts, readShownContacts } from './store.ts';

export function registerRoutes(mount: Mount, { database }: { database: Database }): void {
  mount(supportApi.checkContact, async ({ query }) => {
    const contact = await officialContact(database, query.account, query.kind ?? null);
    return { official: contact !== null, contact: contact && present(contact) };
  });

  mount(supportApi.getContact, async ({ query }) => present(await readShownContact(database, query.id)));

  mount(supportApi.contactList, async () => ({ list: (await readShownContacts(database)).map(present) }));

  mount(supportApi.operatorContactList, async ({ query }) => ({
    list: (await readContacts(database, query.sort)).map(presentKept),
  }));

  mount(supportApi.addContact, async ({ body, origin }) =>
    presentKept(await addContact(database, body, origin)),
  );

  mount(supportApi.changeContact, async ({ params, body, origin }) =>
    presentKept(await changeContact(database, params.id, body, origin)),
  );

  mount(supportApi.deleteContact, async ({ params, origin }) => {
    await deleteContact(database, params.id, origin);
    return null;
  });
}

function present({ id, kind, name, account, path }: ContactRow): supportApi.Contact {
  return { id, kind, name, account, path };
}

function presentKept(row: ContactRow): supportApi.OperatorContact {
  return { ...present(row), shown: row.shown, position: row.position, version: row.version };
}
