import { Outlet } from "react-router";
export default function ProjectLayout() {
  return <Outlet />;
}
