import { Drawer } from 'antd';
import { type FormFrameProperties, useFormFrame } from './use-form-frame.tsx';

/** A drawer with a form. Mount it again for each. */
export function FormDrawer<Values extends object>(properties: FormFrameProperties<Values>) {
  const { close, frame } = useFormFrame(properties);
  const { size } = properties;
  return (
    <Drawer
      {...frame}
      {...(size === undefined ? {} : { size })}
      onClose={close}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    />
  );
}
