import { setGuideState } from '@parley/contract/identity';
import { lazyCode, useErrorToast, useLazyCode } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { subAccounts } from '../../entities/sub-accounts/queries.ts';
import { useLayout } from '../../lib/layout-context.tsx';
import { paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session-context.tsx';
import { loginUserInfo } from '../../lib/user.ts';

const guidedTour = lazyCode(async () => (await import('../../features/tour/GuidedTour.tsx')).GuidedTour);

/**
 * Starts the guided tour for an owner who has never seen it and has no agents yet, and resumes it after a reload. The
 * server stores that it is finished; the settings store its progress in this browser.
 */
export function TourHost() {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showError = useErrorToast();
  const [{ guideState }, change] = useLayout();
  const [begun, setBegun] = useState(false);
  const user = useQuery(loginUserInfo(client));
  const isNew = user.data?.guideState === false;
  const people = useQuery({ ...subAccounts(client, { pageNo: 1, pageSize: 1 }), enabled: isNew });
  // The default sub-account, through which the owner uses the desk, exists from the start.
  const alone = people.data?.total === 0 || (people.data?.total === 1 && people.data.list[0]?.isDefault);
  const wanted = isNew && alone === true;

  useEffect(() => {
    if (!wanted || begun) return;
    setBegun(true);
    change({ guideState: true, guideType: 'open', maskTourState: true });
  }, [wanted, begun, change]);

  // The next user of this browser may be another one.
  useEffect(() => () => change({ guideState: false, guideType: 'none', maskTourState: false }), [change]);

  const keeping = useMutation({
    mutationFn: () => client.call(setGuideState, { body: { state: true } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: loginUserInfo(client).queryKey }),
    onError: showError,
  });
  const { code: GuidedTour, problem, retry } = useLazyCode(guidedTour, guideState);
  useEffect(() => {
    if (problem === null) return;
    showError(problem);
    change({ guideState: false, guideType: 'none', maskTourState: false });
    // Loaded again on the next start of the tour.
    retry();
  }, [problem, showError, change, retry]);
  if (!guideState || GuidedTour === null) return null;
  return (
    <GuidedTour
      onOpenSubAccounts={() => navigate(paths.subAccounts)}
      onStep={(step) => change({ guideType: step, maskTourState: step === 'open' || step === 'create' })}
      onEnd={() => {
        setBegun(true);
        change({ guideState: false, guideType: 'none', maskTourState: false });
        keeping.mutate();
      }}
    />
  );
}
