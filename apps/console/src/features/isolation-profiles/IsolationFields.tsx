import './isolation.css';
import { updateIsolationProfile, webRtcPolicy } from '@parley/contract/isolation-profiles';
import { Form, Input, InputNumber, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import { FieldWarning } from './FieldWarning.tsx';
import { LanguagesSelect } from './LanguagesSelect.tsx';
import type { Warning } from './profile-values.ts';
import { SeedField } from './SeedField.tsx';

// i18n-keys: isolation.rtc.* isolation.rtcHint.*

const { shape } = updateIsolationProfile.body;

type Properties = {
  holding: ReadonlySet<Warning>;
  /** Called on Enter in the multi-line field. */
  onEnter: () => void;
};

/** The fields for everything that a web session reveals about its device. */
export function IsolationFields({ holding, onEnter }: Properties) {
  const { t } = useTranslation();
  const below = (hint: string, ...of: Warning[]) => <FieldWarning hint={hint} of={of} holding={holding} />;
  return (
    <>
      <Form.Item
        name="userAgent"
        label={t('isolation.userAgent')}
        extra={below(t('isolation.userAgentHint'), 'user-agent-unknown')}
        rules={[schemaRule(shape.userAgent, t)]}
        required
      >
        <Input.TextArea
          className="code"
          autoSize={{ minRows: 2, maxRows: 6 }}
          spellCheck={false}
          onPressEnter={(event) => {
            event.preventDefault();
            onEnter();
          }}
        />
      </Form.Item>
      <Form.Item
        name="languages"
        label={t('isolation.languages')}
        extra={below(t('isolation.languagesHint'), 'language-not-of-region')}
        rules={[schemaRule(shape.languages, t, 'browser-language')]}
        required
      >
        <LanguagesSelect />
      </Form.Item>
      <Form.Item
        name="timeZone"
        label={t('isolation.timeZone')}
        extra={below(t('isolation.timeZoneHint'), 'time-zone-not-of-region')}
        rules={[schemaRule(shape.timeZone, t)]}
        required
      >
        <TimeZoneSelect />
      </Form.Item>
      <ScreenFields below={below(t('isolation.screenHint'), 'screen-not-of-device')} />
      <WebRtcField below={below(t('isolation.webRtcHint'), 'web-rtc-tells-address')} />
      <Form.Item name="canvasNoise" label={t('isolation.canvasNoise')} extra={t('isolation.canvasHint')}>
        <SeedField label={t('isolation.canvasNoise')} />
      </Form.Item>
      <Form.Item name="audioNoise" label={t('isolation.audioNoise')} extra={t('isolation.audioHint')}>
        <SeedField label={t('isolation.audioNoise')} />
      </Form.Item>
    </>
  );
}

function WebRtcField({ below }: { below: ReactNode }) {
  const { t } = useTranslation();
  const options = webRtcPolicy.options.map((value) => ({
    value,
    label: (
      <>
        {t(`isolation.rtc.${value}`)}
        <span className="reason quiet">{t(`isolation.rtcHint.${value}`)}</span>
      </>
    ),
  }));
  return (
    <Form.Item name="webRtc" label={t('isolation.webRtc')} extra={below}>
      <Radio.Group className="ways" options={options} />
    </Form.Item>
  );
}

function ScreenFields({ below }: { below: ReactNode }) {
  const { t } = useTranslation();
  const { width, height, pixelRatio } = shape.screen.shape;
  return (
    <fieldset className="screen">
      <legend>{t('isolation.screen')}</legend>
      <div className="screen-numbers">
        <Form.Item name={['screen', 'width']} label={t('isolation.width')} rules={[schemaRule(width, t)]}>
          <WholeNumberInput />
        </Form.Item>
        <Form.Item name={['screen', 'height']} label={t('isolation.height')} rules={[schemaRule(height, t)]}>
          <WholeNumberInput />
        </Form.Item>
        <Form.Item
          name={['screen', 'pixelRatio']}
          label={t('isolation.pixelRatio')}
          rules={[schemaRule(pixelRatio, t)]}
        >
          <InputNumber controls={false} step={0.25} inputMode="decimal" />
        </Form.Item>
      </div>
      <div className="quiet">{below}</div>
    </fieldset>
  );
}
