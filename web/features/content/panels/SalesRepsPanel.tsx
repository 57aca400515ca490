import { PanelTitle, RepPhotosPanel } from '#web/features/rep-photos/RepPhotosPanel.tsx';
import { placeRep, repDrag } from '../data/place-rep.ts';
import editorStyles from '../editor/Editor.module.css';
import { useEditorSession } from '../editor/session.ts';

/** Photos of sales reps beside the canvas: a click puts one on it, dragging puts it where it is dropped. */
export default function SalesRepsPanel() {
  const session = useEditorSession();
  return (
    <>
      <div className={editorStyles.panelHead}>
        <PanelTitle />
      </div>
      <div className={editorStyles.panelBody}>
        <RepPhotosPanel
          compact
          onUse={(photo) => placeRep(session, photo)}
          onDrag={(photo, event) => {
            event.dataTransfer.setData(repDrag, JSON.stringify(photo));
            event.dataTransfer.effectAllowed = 'copy';
          }}
        />
      </div>
    </>
  );
}
