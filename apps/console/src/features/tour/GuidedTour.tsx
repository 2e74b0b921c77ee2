import './tour.css';
import { useErrorToast } from '@parley/ui';
import { Button, Tour } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rescueFocus } from '../../lib/use-focus-back.ts';
import { stepAt, type TourStep, targetOf, tourSteps } from './steps.ts';

// i18n-keys: tour.*

type Properties = {
  /** Opens the sub-accounts' page. */
  onOpenSubAccounts: () => Promise<void> | void;
  /** Called at each step, so that a reload continues there. */
  onStep: (step: TourStep) => void;
  /** Done, or given up. */
  onEnd: () => void;
};

type Place = {
  step: TourStep;
  target: HTMLElement | null;
  /** The target's place: what comes into the page above it moves it. */
  spot: string;
};

function look(): Place {
  const step = stepAt((one) => targetOf(one) !== null);
  const target = targetOf(step);
  const { left = 0, top = 0 } = target?.getBoundingClientRect() ?? {};
  return { step, target, spot: `${Math.round(left)} ${Math.round(top)}` };
}

/** Looks at the page whenever it changes: which step is before the user, and what it points at. */
function usePlace(onFinished: () => void): Place {
  const [place, setPlace] = useState(look);
  const lookAgain = useEffectEvent(() => {
    const next = look();
    // A user who has closed the text to copy has done it all.
    if (place.step === 'copy' && next.step !== 'copy') onFinished();
    else if (next.step !== place.step || next.target !== place.target || next.spot !== place.spot) {
      setPlace(next);
    }
  });
  useEffect(() => {
    let waiting = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(lookAgain);
    });
    const what = { childList: true, subtree: true, attributes: true, attributeFilter: ['class', 'style'] };
    observer.observe(document.body, what);
    return () => {
      cancelAnimationFrame(waiting);
      observer.disconnect();
    };
  }, []);
  return place;
}

/**
 * Four steps from an empty workspace to an agent who can log in. It follows what the user really does: "next" only
 * does it for them. In dialogs nothing is covered, and their own keys work.
 */
export function GuidedTour({ onOpenSubAccounts, onStep, onEnd }: Properties) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const { step, target, spot } = usePlace(onEnd);
  const current = tourSteps.indexOf(step);
  const tellStep = useEffectEvent(onStep);
  useEffect(() => tellStep(step), [step]);

  // Its own buttons, one of which had the focus, go with it.
  useEffect(() => rescueFocus, []);

  const next = () => {
    if (step === 'open') void Promise.resolve(onOpenSubAccounts()).catch(showError);
    else if (step === 'create') targetOf('create')?.click();
    else if (step === 'confirm') confirmButton()?.click();
    else onEnd();
  };
  const inDialog = step === 'confirm' || step === 'copy';
  return (
    <Tour
      // antd follows no target that is found late or moved: it begins again there.
      key={`${step} ${spot}`}
      open
      current={current}
      mask={!inDialog}
      rootClassName={inDialog ? 'guided-tour in-dialog' : 'guided-tour'}
      onChange={(wanted) => (wanted > current ? next() : undefined)}
      onClose={onEnd}
      closable={{ 'aria-label': t('tour.skip') }}
      steps={tourSteps.map((one) => ({
        title: (
          <h2 className="tour-title">
            {t('tour.step', { at: current + 1, of: tourSteps.length })} {t(`tour.${one}.title`)}
          </h2>
        ),
        description: <div aria-live="polite">{t(`tour.${one}.text`)}</div>,
        target,
        placement: placementAt(step, target),
      }))}
      actionsRender={() => (
        <>
          {step === 'copy' ? null : (
            <Button size="small" onClick={onEnd}>
              {t('tour.skip')}
            </Button>
          )}
          {/* In a dialog the focus belongs to its fields. */}
          <Button size="small" type="primary" autoFocus={!inDialog} onClick={next}>
            {t(`tour.${step}.next`)}
          </Button>
        </>
      )}
    />
  );
}

/** Beside what stands at the window's edge, where a bubble below it, which is wider, would leave it. */
function placementAt(step: TourStep, target: HTMLElement | null): 'right' | 'bottom' | 'bottomLeft' {
  if (step === 'confirm' || step === 'copy') return 'right';
  if (step === 'create' || target === null) return 'bottom';
  return target.tagName === 'A' && window.innerWidth > 767 ? 'right' : 'bottomLeft';
}

function confirmButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-tour="confirm-sub-account"]');
}
