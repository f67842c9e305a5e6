//! A test on a real GPU.

use objet_object::{DeviceType, NDArray};
use objet_runtime::device::DeviceAttribute;
use objet_runtime::{Devices, NDArrayExt, Result};

use crate::fake;
use crate::vector_add::{adds, cuda, module};

#[test]
#[ignore = "needs an NVIDIA GPU: cargo test -p objet-runtime --features cuda --test cuda gpu:: -- --ignored --nocapture"]
fn vectors_are_added() -> Result<()> {
    assert!(std::env::var_os(fake::MARK).is_none());
    let api = Devices::api(DeviceType::CUDA)?;
    if !api.exists(0) {
        println!("SKIPPED: no NVIDIA GPU here: {}", api.allocate(0, 1, 1).unwrap_err());
        return Ok(());
    }
    let module = module();
    for device_id in (0..).take_while(|device_id| api.exists(*device_id)) {
        for number in 1..=12 {
            println!(
                "{}: attribute {number}: {:?}",
                cuda(device_id),
                api.attribute(device_id, DeviceAttribute(number))?
            );
        }
        adds(&module, device_id)?;
        let there = NDArray::from_slice_on(&[3], &[1.0_f32, 2.0, 3.0], cuda(0))?;
        assert_eq!(there.copy_to(cuda(device_id))?.to_host()?.to_vec::<f32>()?, [1.0, 2.0, 3.0]);
    }
    Ok(())
}
