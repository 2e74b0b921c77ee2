import { NotificationBell } from '../../features/notifications/NotificationBell.tsx';
import { ContactsButton } from '../../features/support/ContactsButton.tsx';
import { TourHost } from './TourHost.tsx';

/** Customer service, notifications and the guided tour. */
export function NavbarTools() {
  return (
    <>
      <ContactsButton />
      <NotificationBell />
      <TourHost />
    </>
  );
}
