import { NotificationBell } from '../../features/notifications/NotificationBell.tsx';
import { ContactsButton } from '../../features/support/ContactsButton.tsx';
import { TourHost } from './TourHost.tsx';

/** Customer service, the bell, and the tour for newcomers. */
export function NavbarTools() {
  return (
    <>
      <ContactsButton />
      <NotificationBell />
      <TourHost />
    </>
  );
}
