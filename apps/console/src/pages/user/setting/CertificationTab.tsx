import { useQueryClient } from '@tanstack/react-query';
import { CertificationPanel } from '../../../features/certification/CertificationPanel.tsx';
import { profileKey } from '../../../features/profile/queries.ts';

/** Documents that certify the owner's company. */
export function CertificationTab() {
  const queryClient = useQueryClient();
  return (
    <CertificationPanel onChanged={() => void queryClient.invalidateQueries({ queryKey: profileKey })} />
  );
}
