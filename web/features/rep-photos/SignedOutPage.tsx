import { AuthLayout } from '#web/features/sign-in/AuthLayout.tsx';
import { RepPhotosPanel } from './RepPhotosPanel.tsx';

/** The page of photos as somebody finds it who is not signed in. */
export default function SignedOutPage() {
  return (
    <AuthLayout title="Rep photos">
      <RepPhotosPanel />
    </AuthLayout>
  );
}
