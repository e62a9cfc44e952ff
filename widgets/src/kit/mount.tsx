import { type ComponentType, render } from "preact";
import type { AnyModel } from "./link";

/** An anywidget module that draws `View` from the model's traits. */
export function widget(View: ComponentType<{ model: AnyModel }>) {
  return {
    render({ model, el }: { model: AnyModel; el: HTMLElement }) {
      const root = document.createElement("div");
      el.append(root);
      render(<View model={model} />, root);
      return () => {
        render(null, root);
        root.remove();
      };
    },
  };
}
