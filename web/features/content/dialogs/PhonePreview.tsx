import { useMemo } from 'react';
import type { Variable } from '#shared/model/content.ts';
import type { PageDrawing } from '#shared/model/pages.ts';
import type { SceneData, SceneEnv } from '#shared/scene/env.ts';
import { phoneLayout, phoneWidth } from '#shared/scene/phone/layout.ts';
import { sceneAssets } from '../scene/assets.ts';
import { sceneFonts } from '../scene/fonts.ts';
import { SceneCanvas } from '../scene/SceneCanvas.tsx';
import styles from './dialogs.module.css';

interface PhonePreviewProps {
  drawing: PageDrawing;
  data: SceneData;
  variables: readonly Variable[];
  /** Of the phone on the page, in CSS px. */
  width: number;
  height: number;
}

/** A page as a phone lays it out; it scrolls as it does there. */
export function PhonePreview({ drawing, data, variables, width, height }: PhonePreviewProps) {
  const scale = width / phoneWidth;
  const scene = useMemo(() => {
    const ctx = document.createElement('canvas').getContext('2d');
    const env: SceneEnv = { data, variables, seed: 1, t: 0, assets: sceneAssets, fonts: sceneFonts };
    return ctx ? phoneLayout(drawing, ctx, env, height / scale) : drawing;
  }, [drawing, data, variables, height, scale]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by the keyboard
    <section aria-label="Phone" tabIndex={0} className={styles.phone} style={{ width, height }}>
      <SceneCanvas
        label="Preview on a phone"
        scene={scene}
        data={data}
        variables={variables}
        playing
        width={width}
        height={Math.round(scene.canvasSize.height * scale)}
      />
    </section>
  );
}
